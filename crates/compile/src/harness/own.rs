//! `Self` in the block of an implementation, written out.

use syn::visit_mut::{self, VisitMut};
use syn::{Ident, ItemImpl, Path, QSelf, Token, Type};

/// Puts the block's type in the place of `Self`.
pub(super) struct Own {
    of: Type,
    of_trait: Option<Path>,
}

impl Own {
    /// Of this block.
    pub(super) fn of(block: &ItemImpl) -> Own {
        let mut own = Own { of: (*block.self_ty).clone(), of_trait: None };
        own.of_trait = block.trait_.as_ref().map(|(_, path, _)| {
            let mut path = path.clone();
            own.visit_path_mut(&mut path);
            path
        });
        own
    }

    /// The head of a block without `Self`.
    pub(super) fn written_out(block: &ItemImpl) -> ItemImpl {
        let mut head = ItemImpl { items: Vec::new(), ..block.clone() };
        let mut own = Own::of(block);
        own.visit_generics_mut(&mut head.generics);
        if let Some((_, path, _)) = &mut head.trait_ {
            own.visit_path_mut(path);
        }
        head
    }

    /// `Self::Name` as a member of the type, or of its trait where it has one.
    fn member(&self, path: &Path) -> Type {
        let (mut whole, own) = (path.clone(), &self.of);
        let rest = path.segments.iter().skip(1).cloned();
        let (segments, position) = match &self.of_trait {
            Some(of_trait) => {
                let head = of_trait.segments.iter().cloned();
                (head.chain(rest).collect(), of_trait.segments.len())
            }
            None => (rest.collect(), 0),
        };
        whole.leading_colon = match &self.of_trait {
            Some(of_trait) => of_trait.leading_colon,
            None => Some(<Token![::]>::default()),
        };
        whole.segments = segments;
        let as_token = self.of_trait.is_some().then(<Token![as]>::default);
        let qself = QSelf {
            lt_token: Default::default(),
            ty: Box::new(own.clone()),
            position,
            as_token,
            gt_token: Default::default(),
        };
        Type::Path(syn::TypePath { qself: Some(qself), path: whole })
    }
}

impl VisitMut for Own {
    fn visit_type_mut(&mut self, of: &mut Type) {
        visit_mut::visit_type_mut(self, of);
        let Type::Path(named) = of else { return };
        let is_own = |ident: &Ident| ident == "Self";
        let begins = named.path.segments.first().is_some_and(|first| is_own(&first.ident));
        if named.qself.is_some() || !begins {
            return;
        }
        *of = match named.path.segments.len() {
            1 => self.of.clone(),
            _ => self.member(&named.path),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;

    #[test]
    fn the_blocks_own_type_is_written_where_it_says_self() {
        let block: ItemImpl = syn::parse_str(
            "impl<T: Into<Self>> BitAnd<[&Self; 2]> for Bits<T> where Self: Sized {}",
        )
        .unwrap();
        let text = Own::written_out(&block).to_token_stream().to_string();
        assert!(!text.contains("Self"), "{text}");
        let mut of: Type = syn::parse_str("Option<Self::Output>").unwrap();
        Own::of(&block).visit_type_mut(&mut of);
        let text = of.to_token_stream().to_string().replace(' ', "");
        assert_eq!(text, "Option<<Bits<T>asBitAnd<[&Bits<T>;2]>>::Output>");
    }
}

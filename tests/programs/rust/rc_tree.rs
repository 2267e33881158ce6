// effigy: --sym-stdin 3
// A tree with Rc children and Weak parents; a parent may be gone.
use std::cell::RefCell;
use std::io::{self, Read};
use std::rc::{Rc, Weak};

struct Node {
    label: u8,
    parent: RefCell<Weak<Node>>,
    children: RefCell<Vec<Rc<Node>>>,
}

impl Node {
    fn new(label: u8) -> Rc<Node> {
        Rc::new(Node {
            label,
            parent: RefCell::new(Weak::new()),
            children: RefCell::new(Vec::new()),
        })
    }

    fn adopt(self: &Rc<Self>, child: &Rc<Node>) {
        *child.parent.borrow_mut() = Rc::downgrade(self);
        self.children.borrow_mut().push(Rc::clone(child));
    }

    fn depth(&self) -> usize {
        match self.parent.borrow().upgrade() {
            Some(parent) => 1 + parent.depth(),
            None => 0,
        }
    }

    fn parent_label(&self) -> u8 {
        let parent = self.parent.borrow().upgrade().unwrap(); //~ FINDING[panic]: called `Option::unwrap()` on a `None` value
        parent.label
    }
}

fn main() -> io::Result<()> {
    let mut commands = Vec::new();
    io::stdin().read_to_end(&mut commands)?;

    let leaf = Node::new(b'l');
    let mut root = Some(Node::new(b'r'));
    for command in &commands {
        match (command, &root) {
            (b'a', Some(node)) if node.children.borrow().is_empty() => node.adopt(&leaf),
            (b'd', _) => drop(root.take()),
            (b'p', _) => {
                let label = leaf.parent_label();
                assert_eq!(label, b'r');
            }
            _ => break,
        }
        let alive =
            root.as_ref().is_some_and(|node| Rc::strong_count(&leaf) == 2 && node.label == b'r');
        assert_eq!(leaf.depth(), usize::from(alive));
    }
    println!("depth {}", leaf.depth());
    Ok(())
}

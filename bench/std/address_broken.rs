// effigy: --sym-stdin 12
//! `address.rs` with a defect: the mask of an empty prefix of an IPv4 address is shifted by all of its bits.
//! Meant to be explored with 12 bytes of standard input.

use std::error::Error;
use std::io::{self, Read};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

struct Network {
    address: IpAddr,
    prefix: u32,
}

impl Network {
    fn parse(text: &str) -> Result<Network, Box<dyn Error>> {
        let (address, prefix) = match text.split_once('/') {
            Some((address, prefix)) => (address, Some(prefix)),
            None => (text, None),
        };
        let address: IpAddr = address.parse()?;
        let width = if address.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.map_or(Ok(width), str::parse)?;
        if prefix > width {
            return Err(format!("a prefix of {prefix} of {width} bits").into());
        }
        Ok(Network { address, prefix })
    }

    /// The first address of the network.
    fn base(&self) -> IpAddr {
        match self.address {
            IpAddr::V4(address) => {
                let mask = u32::MAX << (32 - self.prefix); //~ FINDING[overflow]: attempt to shift left with overflow
                IpAddr::V4(Ipv4Addr::from(u32::from(address) & mask))
            }
            IpAddr::V6(address) => {
                let mask = u128::MAX.checked_shl(128 - self.prefix).unwrap_or(0);
                IpAddr::V6(Ipv6Addr::from(u128::from(address) & mask))
            }
        }
    }
}

fn kind(address: IpAddr) -> &'static str {
    match address {
        _ if address.is_unspecified() => "unspecified",
        _ if address.is_loopback() => "loopback",
        _ if address.is_multicast() => "multicast",
        IpAddr::V4(v4) if v4.is_broadcast() => "broadcast",
        IpAddr::V4(v4) if v4.is_private() => "private",
        IpAddr::V4(v4) if v4.is_link_local() => "link-local",
        IpAddr::V6(v6) if v6.to_ipv4_mapped().is_some() => "IPv4 in IPv6",
        IpAddr::V6(v6) if v6.segments()[0] & 0xffc0 == 0xfe80 => "link-local",
        _ => "global",
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let network = Network::parse(text.trim())?;
    println!("address: {} ({})", network.address, kind(network.address));
    println!("network: {}/{}", network.base(), network.prefix);
    if network.base() == network.address {
        println!("the address is the network's first");
    }
    Ok(())
}

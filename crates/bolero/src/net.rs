//! Addresses of the internet.

use crate::{Driver, TypeGenerator};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, Shutdown, SocketAddr, SocketAddrV4, SocketAddrV6};

impl TypeGenerator for Ipv4Addr {
    fn generate<D: Driver>(driver: &mut D) -> Option<Self> {
        driver.produce().map(Ipv4Addr::from_bits)
    }
}

impl TypeGenerator for Ipv6Addr {
    fn generate<D: Driver>(driver: &mut D) -> Option<Self> {
        driver.produce().map(Ipv6Addr::from_bits)
    }
}

impl TypeGenerator for IpAddr {
    fn generate<D: Driver>(driver: &mut D) -> Option<Self> {
        match driver.gen_variant(2, 0)? {
            0 => driver.produce().map(IpAddr::V4),
            _ => driver.produce().map(IpAddr::V6),
        }
    }
}

impl TypeGenerator for SocketAddrV4 {
    fn generate<D: Driver>(driver: &mut D) -> Option<Self> {
        let (ip, port) = ip_and_port(driver)?;
        Some(SocketAddrV4::new(ip, port))
    }
}

impl TypeGenerator for SocketAddrV6 {
    fn generate<D: Driver>(driver: &mut D) -> Option<Self> {
        let (ip, port) = ip_and_port(driver)?;
        let flow = driver.part(".flowinfo", |driver| driver.produce())?;
        let scope = driver.part(".scope_id", |driver| driver.produce())?;
        Some(SocketAddrV6::new(ip, port, flow, scope))
    }
}

impl TypeGenerator for SocketAddr {
    fn generate<D: Driver>(driver: &mut D) -> Option<Self> {
        let (ip, port) = ip_and_port::<_, IpAddr>(driver)?;
        Some(SocketAddr::new(ip, port))
    }
}

fn ip_and_port<D: Driver, I: TypeGenerator>(driver: &mut D) -> Option<(I, u16)> {
    let ip = driver.part(".ip", |driver| driver.produce())?;
    Some((ip, driver.part(".port", |driver| driver.produce())?))
}

impl TypeGenerator for Shutdown {
    fn generate<D: Driver>(driver: &mut D) -> Option<Self> {
        Some(match driver.gen_variant(3, 0)? {
            0 => Shutdown::Read,
            1 => Shutdown::Write,
            _ => Shutdown::Both,
        })
    }
}

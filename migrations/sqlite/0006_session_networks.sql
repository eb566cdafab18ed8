-- Where a session was last signed in from, so that a person can tell their devices apart: an IPv4 /24 or an IPv6 /64, as limits
-- count it, never the address of one device. Empty: an older program signed in.
alter table sessions add column network text not null default '';

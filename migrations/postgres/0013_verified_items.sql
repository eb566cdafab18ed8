-- An application can need a verified email address (contract 3 "Consent item"): true for such an item email, null for any other.
alter table consent_items add column verified boolean;

-- Deliveries to applications (contract 60), and mail that the mail server refuses (contract 20).

-- Why there was no answer to the last try, in a word. Null: there was an answer, or no try yet.
alter table event_deliveries add column no_answer text;
-- Until then the endpoint asked to be left alone (Retry-After): nothing is sent to it.
alter table event_endpoints add column rests_until bigint;

-- Old paths of an imported draft, which redirect to the article once it is published; then `draft_key` becomes null.
alter table imports add column old_paths text[];
create index imports_of_drafts on imports (member_id, draft_key) where draft_key is not null;

update import_runs set report = report || '{"redirectsRejected": [], "redirectsPending": 0}' where report is not null;

-- The steps of the site's setup that its administrators have skipped.
create table skipped_setup_steps (
  step text primary key check (length(step) between 1 and 50)
);

-- Existing sites need no introduction.
insert into skipped_setup_steps (step)
  select unnest(array['name', 'profile', 'look', 'home', 'github', 'project', 'post', 'import'])
  where exists (select from all_members);

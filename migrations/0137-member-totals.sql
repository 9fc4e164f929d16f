-- The number of members per role and standing, so that lists of members do not count them
-- (docs/decisions/173-totals-in-parts.md). While this migration runs, members can be read but not changed: with 10,000
-- members, for less than a second.
create table member_totals (
  part int not null,
  role text not null,
  standing text not null,
  member_count int not null,
  primary key (part, role, standing)
) with (fillfactor = 80);

-- In the order of the primary key, so that concurrent changes cannot deadlock.
create function members_totaled() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into member_totals as totals (part, role, standing, member_count)
    select id % 16, role, standing, count(*) from added group by 1, 2, 3 order by 1, 2, 3
    on conflict (part, role, standing) do update set member_count = totals.member_count + excluded.member_count;
  else
    insert into member_totals as totals (part, role, standing, member_count)
    select id % 16, role, standing, -count(*) from removed group by 1, 2, 3 order by 1, 2, 3
    on conflict (part, role, standing) do update set member_count = totals.member_count + excluded.member_count;
  end if;
  return null;
end $$;
create trigger new_members_totaled after insert on all_members referencing new table as added
  for each statement execute function members_totaled();
create trigger removed_members_totaled after delete on all_members referencing old table as removed
  for each statement execute function members_totaled();

-- Most updates change neither, and these change one member.
create function changed_member_totaled() returns trigger language plpgsql as $$
begin
  insert into member_totals as totals (part, role, standing, member_count)
  select new.id % 16, role, standing, change
  from (values (new.role, new.standing, 1), (old.role, old.standing, -1)) as changes (role, standing, change)
  order by role, standing
  on conflict (part, role, standing) do update set member_count = totals.member_count + excluded.member_count;
  return null;
end $$;
create trigger changed_member_totaled after update on all_members for each row
  when ((old.role, old.standing) is distinct from (new.role, new.standing)) execute function changed_member_totaled();

insert into member_totals (part, role, standing, member_count)
select id % 16, role, standing, count(*) from all_members group by 1, 2, 3;

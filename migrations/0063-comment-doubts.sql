-- Why a pending comment may be spam; empty if nothing looks automated.
alter table all_comments add column doubts text[] not null default '{}';
create or replace view comments as select * from all_comments where not is_withheld;

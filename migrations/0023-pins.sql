-- Posts pinned to their author’s profile. A post and its pin have the same author.
alter table all_posts add unique (id, member_id);
create table pins (
  post_id int primary key,
  member_id int not null,
  created_at timestamptz(3) not null default now(),
  foreign key (post_id, member_id) references all_posts (id, member_id) on delete cascade
);
create index pins_of_member on pins (member_id, created_at desc, post_id desc);

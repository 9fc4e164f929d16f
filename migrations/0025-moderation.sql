-- Suspensions: who suspended the member, when, and why. The row is deleted when the suspension is lifted;
-- all_members.standing contains the state.
create table suspensions (
  member_id int primary key references all_members on delete cascade,
  reason text not null,
  suspended_by int references all_members on delete set null,
  suspended_at timestamptz(3) not null default now()
);
create index suspensions_newest on suspensions (suspended_at desc, member_id desc);

-- Reported posts. A report is closed once an administrator has handled it; the next report reopens it.
create table reported_posts (
  post_id int primary key references all_posts on delete cascade,
  reported_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  closed_by int references all_members on delete set null
);
create index reported_posts_open on reported_posts (reported_at desc, post_id desc) where closed_at is null;
create index reported_posts_closed on reported_posts (closed_at desc, post_id desc) where closed_at is not null;

create table reports (
  post_id int not null references reported_posts on delete cascade,
  member_id int not null references all_members on delete cascade,
  reason text not null check (reason in ('spam', 'harassment', 'illegal', 'other')),
  details text not null default '',
  reported_at timestamptz(3) not null default now(),
  primary key (post_id, member_id)
);
create index reports_by_member on reports (member_id);

-- The version of the renderer that produced a revision’s HTML; 0 means outdated.
alter table post_versions add column render_version smallint not null default 0;
create index post_versions_by_render_version on post_versions (render_version);

-- Which version of the renderer made the HTML of what a post was; 0: not the present one.
alter table post_versions add column render_version smallint not null default 0;
create index post_versions_by_render_version on post_versions (render_version);

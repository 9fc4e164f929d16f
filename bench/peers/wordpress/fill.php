<?php
// Usage: php fill.php SITE POSTS.json URL. Installs WordPress and adds the posts.
[, $site, $posts, $url] = $argv;
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = parse_url($url, PHP_URL_HOST) . ':' . parse_url($url, PHP_URL_PORT);
$_SERVER['SERVER_PORT'] = (string) parse_url($url, PHP_URL_PORT);
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['REQUEST_URI'] = '/';
require $site . '/wp-load.php';
function wp_new_blog_notification() {} // sends no mail
require ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('Benchmark', 'owner', 'owner@example.org', true, '', 'correct horse battery staple');
update_option('permalink_structure', '/%postname%/');
update_option('posts_per_page', 10);
wp_delete_post(1, true);
kses_remove_filters();
foreach (json_decode(file_get_contents($posts), true) as $post) {
    $time = gmdate('Y-m-d H:i:s', strtotime($post['publishedAt']));
    $id = wp_insert_post(wp_slash([
        'post_title' => $post['title'],
        'post_name' => $post['slug'],
        'post_content' => $post['html'],
        'post_status' => 'publish',
        'post_author' => 1,
        'post_date' => $time,
        'post_date_gmt' => $time,
    ]), true);
    if (is_wp_error($id)) {
        fwrite(STDERR, $id->get_error_message() . "\n");
        exit(1);
    }
}
flush_rewrite_rules();

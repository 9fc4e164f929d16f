<?php
// Both ports serve the same site. The second one has a page cache.
$settings = json_decode(file_get_contents(dirname(__DIR__) . '/settings.json'), true);
define('DB_NAME', $settings['name']);
define('DB_USER', $settings['user']);
define('DB_PASSWORD', $settings['password']);
define('DB_HOST', $settings['host']);
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
$table_prefix = 'wp_';
if (isset($_SERVER['SERVER_PORT'])) {
    define('WP_HOME', 'http://127.0.0.1:' . $_SERVER['SERVER_PORT']);
    define('WP_SITEURL', WP_HOME);
    define('WP_CACHE', $_SERVER['SERVER_PORT'] === $settings['cachedPort']);
}
define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('WP_HTTP_BLOCK_EXTERNAL', true);
if (!defined('ABSPATH')) {
    define('ABSPATH', __DIR__ . '/');
}
require_once ABSPATH . 'wp-settings.php';

import { BTCPPlugin } from '@btcp/vue';
import { createApp } from 'vue';
import ShopPage from './shop-page.vue';

createApp(ShopPage).use(BTCPPlugin, { serverUrl: 'ws://127.0.0.1:4700' }).mount('#app');

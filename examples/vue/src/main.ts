import { BTCPPlugin } from '@btcp/vue';
import { createApp } from 'vue';
import App from './app.vue';

createApp(App)
  .use(BTCPPlugin, { serverUrl: location.origin.replace('http', 'ws'), metadata: { title: document.title } })
  .mount('#app');

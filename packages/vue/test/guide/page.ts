// The samples of the guide that its own entry does not show, for the test next to it.
import { createApp } from 'vue';
import LiveBrowser from './live-browser.vue';
import { mountForAgent } from './mount-for-agent.ts';
import ShopOrder from './shop-order.vue';

const page = {
  showLive(url: string): void {
    createApp(LiveBrowser, { url, fetchToken: async () => 'guide-token' }).mount('#app');
  },
  async test(): Promise<unknown[]> {
    const props = { isSignedIn: true, save: async (count: number) => ({ number: `T-${count}` }) };
    const { element, call, unmount } = mountForAgent(ShopOrder, props);
    const { structuredContent } = await call('place_order', { count: 3 });
    const seen = element.textContent;
    unmount();
    return [structuredContent, seen, element.textContent];
  },
};

export type GuidePage = typeof page;
Object.assign(globalThis, { page });

import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';
import { btcpServer } from '../shared/btcp-server.ts';

export default defineConfig({ publicDir: '../shared/public', plugins: [vue(), btcpServer()] });

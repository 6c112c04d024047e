import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { btcpServer } from '../shared/btcp-server.ts';

export default defineConfig({ publicDir: '../shared/public', plugins: [svelte(), btcpServer()] });

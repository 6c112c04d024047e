import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { btcpServer } from '../shared/btcp-server.ts';

export default defineConfig({ publicDir: '../shared/public', plugins: [react(), btcpServer()] });

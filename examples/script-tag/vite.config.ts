import { defineConfig } from 'vite';
import { btcpServer } from '../shared/btcp-server.ts';

// The page needs no build; this only serves it.
export default defineConfig({ publicDir: '../shared/public', plugins: [btcpServer()] });

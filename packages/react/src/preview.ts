'use client';

export { BrowserPreview, type BrowserPreviewProps } from './browser-preview.js';

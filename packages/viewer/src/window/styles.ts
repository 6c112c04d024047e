/** The page around the window may set every colour, in variables whose names begin with `--btcp-`. */
export const STYLES = `
:host { display: flex; flex-direction: column; }
[hidden] { display: none !important; }
* { box-sizing: border-box; }
.window {
  --surface: var(--btcp-surface, light-dark(#fff, #1c1d20));
  --raised: var(--btcp-raised, light-dark(#f4f4f5, #27282c));
  --text: var(--btcp-text, light-dark(#18181b, #ececee));
  --muted: var(--btcp-muted, light-dark(#62626b, #a2a2ab));
  --border: var(--btcp-border, light-dark(#e2e2e6, #3a3b41));
  --accent: var(--btcp-accent, light-dark(#2557d6, #8fb0ff));
  --on-accent: var(--btcp-on-accent, light-dark(#fff, #10182b));
  --attention: var(--btcp-attention, light-dark(#fff6df, #3a3017));
  --radius: var(--btcp-radius, 10px);
  color-scheme: var(--btcp-color-scheme, light dark);
  display: flex; flex-direction: column; flex: 1 1 auto; min-height: 0;
  container-type: inline-size;
  overflow: hidden;
  font: 13px/1.4 var(--btcp-font, system-ui, sans-serif);
  color: var(--text); background: var(--surface);
  border: 1px solid var(--border); border-radius: var(--radius);
}
.window[data-view=collapsed] > :not(.bar), .window:not([data-view=collapsed]) > .bar { display: none; }
.window[data-view=collapsed] { flex: none; }
.window[data-view=fullscreen] { position: fixed; inset: 0; z-index: 2147483000; padding: var(--btcp-inset, 0); border: 0; border-radius: 0; }
.window.driving { border-color: var(--accent); }

button, input, select { font: inherit; color: inherit; }
button { display: inline-flex; align-items: center; justify-content: center; gap: 6px; border: 0; border-radius: 7px; background: none; cursor: pointer; }
button:disabled { opacity: .35; cursor: default; }
button:hover:not(:disabled) { background: color-mix(in srgb, currentColor 9%, transparent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.icon { flex: none; width: 28px; height: 28px; padding: 0; }
svg { width: 16px; height: 16px; flex: none; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; }
.primary, .quiet { flex: none; height: 28px; padding: 0 12px; font-weight: 550; white-space: nowrap; }
.primary { background: var(--accent); color: var(--on-accent); }
.primary:hover:not(:disabled) { background: color-mix(in srgb, var(--accent) 85%, var(--text)); }
.quiet { border: 1px solid color-mix(in srgb, currentColor 22%, transparent); }
.quiet[aria-pressed=true] { background: color-mix(in srgb, var(--accent) 14%, transparent); border-color: var(--accent); }

.bar { width: 100%; min-height: 40px; padding: 8px 12px; border-radius: 0; justify-content: flex-start; text-align: start; }
.bar span { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.bar.asks { background: var(--attention); }

.tabs { display: flex; align-items: center; gap: 4px; padding: 6px 8px 0; }
.tabs ul { display: flex; gap: 2px; min-width: 0; margin: 0; padding: 0; list-style: none; overflow-x: auto; scrollbar-width: none; }
.tabs li { display: flex; align-items: center; flex: 0 1 220px; min-width: 84px; border-radius: 8px; color: var(--muted); }
.tabs li.watched { background: var(--raised); color: var(--text); }
.tabs .title { flex: 1; min-width: 0; height: 30px; padding: 0 10px; justify-content: flex-start; }
.tabs .label { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.tabs .icon { width: 22px; height: 22px; margin-inline-end: 4px; }
.tabs .quiet { margin-inline-start: auto; }
.dot { flex: none; width: 7px; height: 7px; border-radius: 50%; background: var(--accent); }

.toolbar { display: flex; align-items: center; gap: 10px; padding: 6px 8px; border-bottom: 1px solid var(--border); }
.navigation { display: flex; align-items: center; flex: 1; min-width: 0; gap: 2px; }
.window:not(.driving) .navigation > .icon { display: var(--btcp-idle-navigation, inline-flex); }
.address { flex: 1; min-width: 0; margin-inline-start: 4px; position: relative; overflow: hidden; border-radius: 8px; background: var(--raised); }
.address input { width: 100%; height: 30px; padding: 0 10px; border: 0; background: none; border-radius: 8px; text-overflow: ellipsis; }
.address:focus-within { outline: 2px solid var(--accent); }
.address input:focus { outline: none; }
.address input:read-only { color: var(--muted); }
.address.loading::after { content: ''; position: absolute; inset: auto 0 0; height: 2px; background: var(--accent); animation: loading 1.2s infinite; transform-origin: left; }
.site { position: relative; }
.site-menu { position: absolute; top: calc(100% + 6px); right: 0; z-index: 2; width: max-content; max-width: min(320px, 90cqw); padding: 10px 12px; display: grid; gap: 4px; }
.site-menu:focus { outline: none; }
.site-menu p { margin: 0; overflow-wrap: anywhere; }
.site-menu .origin { font-weight: 600; }
.site-menu .note { color: var(--muted); }
.site-menu label { display: flex; align-items: center; gap: 8px; min-height: 28px; cursor: pointer; }
.site-menu input { width: 16px; height: 16px; margin: 0; accent-color: var(--accent); }
.control, .buttons, .actions { display: flex; align-items: center; gap: 6px; }
.buttons { gap: 2px; }
.keyboard { display: none; }
@media (pointer: coarse) { .keyboard { display: inline-flex; } }
.who { color: var(--muted); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.who::before { content: ''; display: inline-block; width: 8px; height: 8px; margin-inline-end: 6px; border-radius: 50%; background: var(--muted); }
.who[data-driver=you]::before { background: var(--accent); }
.who[data-driver=agent]::before { background: light-dark(#1f9d57, #4fd089); }
.who[data-driver=waiting]::before { background: light-dark(#d98200, #f0a04b); }
.who[data-driver=viewer]::before { background: light-dark(#c4620a, #f0a04b); }
.who:empty { display: none; }

.request { display: flex; align-items: center; flex-wrap: wrap; gap: 6px 12px; padding: 8px 12px; background: var(--attention); border-bottom: 1px solid var(--border); }
.request p { flex: 1 1 220px; margin: 0; overflow-wrap: anywhere; max-height: 6em; overflow-y: auto; }
.deadline { color: var(--muted); font-variant-numeric: tabular-nums; }

.stage { touch-action: pan-x pan-y; overflow: hidden; position: relative; flex: 1; min-height: 0; display: flex; background: var(--btcp-stage, light-dark(#ececef, #0f1012)); }
.window[data-view=expanded] .stage { aspect-ratio: var(--btcp-aspect, var(--picture, 16 / 9)); }
canvas { width: 100%; height: 100%; object-fit: contain; outline: none; transform-origin: 0 0; }
canvas:focus-visible { outline: 2px solid var(--accent); outline-offset: -3px; }
.status { position: absolute; inset: 0; display: flex; align-items: center; justify-content: center; gap: 10px; pointer-events: none; color: var(--muted); }
.status[data-over=nothing] { background: var(--surface); }
.status[data-over=picture] { inset: 12px auto auto 50%; transform: translateX(-50%); width: max-content; max-width: calc(100% - 24px); padding: 6px 14px; color: var(--text); background: var(--surface); border: 1px solid var(--border); border-radius: 99px; box-shadow: 0 4px 16px #0003; }
.spinner { width: 14px; height: 14px; border: 2px solid var(--border); border-top-color: var(--accent); border-radius: 50%; animation: turn .8s linear infinite; }

.layer { position: absolute; inset: 0; pointer-events: none; display: grid; place-items: center; }
.layer > * { pointer-events: auto; }
.panel, .picker, .toast, .site-menu { background: var(--surface); border: 1px solid var(--border); border-radius: 10px; box-shadow: 0 8px 30px #0004; }
.panel { width: min(380px, calc(100% - 24px)); max-height: calc(100% - 24px); overflow: auto; padding: 16px; display: flex; flex-direction: column; gap: 12px; }
.panel h2 { margin: 0; font-size: 14px; font-weight: 600; }
.panel p { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
.panel .note { color: var(--muted); }
.panel .actions { justify-content: flex-end; }
.panel input, .picker input { min-height: 32px; padding: 4px 8px; border: 1px solid var(--border); border-radius: 7px; background: var(--raised); max-width: 100%; }
.picker { position: absolute; display: flex; flex-wrap: wrap; align-items: center; gap: 6px; padding: 4px; max-width: calc(100% - 8px); max-height: 60%; overflow: auto; }
.picker select { flex: 1 1 100%; border: 0; background: none; outline: none; }
.picker option { padding: 5px 10px; border-radius: 6px; }
.picker option:checked { background: color-mix(in srgb, var(--accent) 22%, transparent); }
.picker option:hover:not(:disabled) { background: var(--raised); }
.picker input[type=color] { width: 48px; padding: 2px; }
.toasts { position: absolute; right: 12px; bottom: 12px; display: grid; gap: 6px; max-width: calc(100% - 24px); pointer-events: none; }
.toast { display: flex; align-items: center; gap: 8px; padding: 4px 6px 4px 12px; pointer-events: auto; }
.toast span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.toast.failed span { white-space: normal; }
progress { width: 80px; accent-color: var(--accent); }

@container (max-width: 640px) {
  canvas { object-position: 50% 0; }
  .toolbar { flex-wrap: wrap; gap: 6px; }
  .navigation { flex-basis: 100%; }
  .control, .who { flex: 1; min-width: 0; }
  .primary, .quiet, .icon { min-height: 36px; }
  .icon { min-width: 36px; }
  .tabs .icon { min-width: 28px; min-height: 28px; }
  .address input { height: 36px; font-size: 16px; }
  .private span { position: absolute; clip-path: inset(50%); }
  .private { width: 36px; padding: 0; }
  .request .actions { flex: 1 0 100%; }
  .request .actions button { flex: 1; }
}
@keyframes turn { to { transform: rotate(1turn); } }
@keyframes loading { from { transform: scaleX(0); } to { transform: scaleX(1); opacity: 0; } }
@media (pointer: coarse) {
  .primary, .quiet, .icon, .panel input, .picker input, .site-menu label { min-height: 40px; }
  .icon { min-width: 40px; }
  .tabs .title, .tabs .icon { min-height: 36px; }
  .tabs .icon { min-width: 36px; margin-inline-end: 0; }
  .picker option { padding-block: 10px; }
}
@media (prefers-reduced-motion: reduce) {
  .spinner { animation-duration: 4s; }
  .address.loading::after { animation: none; opacity: .6; }
}
`;

export function Scrollable({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled can be reached.
    <section className="scrollable" aria-label={label} tabIndex={0}>
      <pre>{text}</pre>
    </section>
  );
}

export function Segments<Name extends string>({
  label,
  names,
  chosen,
  marked,
  onChoose,
}: {
  label: string;
  names: Readonly<Record<Name, string>>;
  chosen: Name;
  marked?: Name | false | undefined;
  onChoose(name: Name): void;
}) {
  return (
    <nav className="segments" aria-label={label}>
      {(Object.entries(names) as [Name, string][]).map(([name, words]) => (
        <button key={name} type="button" aria-pressed={chosen === name} onClick={() => onChoose(name)}>
          {words}
          {name === marked && <span className="run-dot" data-state="waiting" />}
        </button>
      ))}
    </nav>
  );
}

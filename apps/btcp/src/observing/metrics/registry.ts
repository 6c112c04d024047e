export type Labels = Readonly<Record<string, string>>;

interface Metric {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  lines(): string[];
}

export class Registry {
  readonly #metrics: Metric[] = [];

  counter(name: string, help: string): Counter {
    return this.#add(new Counter(name, help));
  }

  histogram(name: string, help: string, buckets: readonly number[]): Histogram {
    return this.#add(new Histogram(name, help, buckets));
  }

  read(type: 'counter' | 'gauge', name: string, help: string, value: () => number, labels: Labels = {}): void {
    this.#add({ name, help, type, lines: () => [line(name, labels, value())] });
  }

  text(): string {
    return this.#metrics
      .map((metric) => {
        const { name, help, type } = metric;
        return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${metric.lines().join('\n')}\n`;
      })
      .join('');
  }

  #add<Kind extends Metric>(metric: Kind): Kind {
    this.#metrics.push(metric);
    return metric;
  }
}

export class Counter implements Metric {
  readonly type = 'counter';
  readonly name: string;
  readonly help: string;
  readonly #series = new Map<string, { labels: Labels; count: number }>();

  constructor(name: string, help: string) {
    this.name = name;
    this.help = help;
  }

  add(labels: Labels): void {
    const series = this.#series.get(keyOf(labels)) ?? { labels, count: 0 };
    series.count++;
    this.#series.set(keyOf(labels), series);
  }

  lines(): string[] {
    return [...this.#series.values()].map(({ labels, count }) => line(this.name, labels, count));
  }
}

export class Histogram implements Metric {
  readonly type = 'histogram';
  readonly name: string;
  readonly help: string;
  readonly #buckets: readonly number[];
  readonly #series = new Map<string, { labels: Labels; counts: number[]; sum: number; count: number }>();

  constructor(name: string, help: string, buckets: readonly number[]) {
    this.name = name;
    this.help = help;
    this.#buckets = buckets;
  }

  observe(labels: Labels, seconds: number): void {
    const known = this.#series.get(keyOf(labels));
    const series = known ?? { labels, counts: this.#buckets.map(() => 0), sum: 0, count: 0 };
    for (const [index, limit] of this.#buckets.entries()) {
      if (seconds <= limit) series.counts[index] = (series.counts[index] ?? 0) + 1;
    }
    series.sum += seconds;
    series.count++;
    this.#series.set(keyOf(labels), series);
  }

  lines(): string[] {
    return [...this.#series.values()].flatMap(({ labels, counts, sum, count }) => [
      ...this.#buckets.map((limit, index) =>
        line(`${this.name}_bucket`, { ...labels, le: String(limit) }, counts[index] ?? 0),
      ),
      line(`${this.name}_bucket`, { ...labels, le: '+Inf' }, count),
      line(`${this.name}_sum`, labels, sum),
      line(`${this.name}_count`, labels, count),
    ]);
  }
}

function keyOf(labels: Labels): string {
  return Object.values(labels).join('\n');
}

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

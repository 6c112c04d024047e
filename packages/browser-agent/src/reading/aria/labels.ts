export class Labels {
  readonly #labels = new Map<Element, Element[]>();
  readonly #unread: ParentNode[] = [];

  addTree(root: ParentNode): void {
    this.#unread.push(root);
  }

  of(control: Element): readonly Element[] {
    for (let root = this.#unread.pop(); root; root = this.#unread.pop()) this.#readTree(root);
    return this.#labels.get(control) ?? [];
  }

  #readTree(root: ParentNode): void {
    for (const label of root.querySelectorAll('label')) {
      const { control } = label;
      if (!control) continue;
      const labels = this.#labels.get(control);
      if (labels) labels.push(label);
      else this.#labels.set(control, [label]);
    }
  }
}

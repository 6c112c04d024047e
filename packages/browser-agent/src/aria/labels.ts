/** Which labels belong to which control. Asking each control for its labels would search the page every time. */
export class Labels {
  readonly #labels = new Map<Element, Element[]>();

  addTree(root: ParentNode): void {
    for (const label of root.querySelectorAll('label')) {
      const { control } = label;
      if (!control) continue;
      const labels = this.#labels.get(control);
      if (labels) labels.push(label);
      else this.#labels.set(control, [label]);
    }
  }

  of(control: Element): readonly Element[] {
    return this.#labels.get(control) ?? [];
  }
}

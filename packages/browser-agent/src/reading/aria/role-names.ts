const words = (text: string) => new Set(text.trim().split(/\s+/));

/** WAI-ARIA 1.3, DPUB-ARIA and Graphics-ARIA, without the abstract roles. */
export const KNOWN_ROLES: ReadonlySet<string> = words(`
  alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox
  comment complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic
  grid gridcell group heading image img insertion link list listbox listitem log main mark marquee math menu menubar
  menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio
  radiogroup region row rowgroup rowheader scrollbar search searchbox sectionfooter sectionheader separator slider
  spinbutton status strong subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer
  toolbar tooltip tree treegrid treeitem
  doc-abstract doc-acknowledgments doc-afterword doc-appendix doc-backlink doc-biblioentry doc-bibliography
  doc-biblioref doc-chapter doc-colophon doc-conclusion doc-cover doc-credit doc-credits doc-dedication doc-endnote
  doc-endnotes doc-epigraph doc-epilogue doc-errata doc-example doc-footnote doc-foreword doc-glossary doc-glossref
  doc-index doc-introduction doc-noteref doc-notice doc-pagebreak doc-pagefooter doc-pageheader doc-pagelist doc-part
  doc-preface doc-prologue doc-pullquote doc-qna doc-subtitle doc-tip doc-toc
  graphics-document graphics-object graphics-symbol`);

export const ROLE_SYNONYMS: Readonly<Record<string, string>> = {
  directory: 'list',
  img: 'image',
  presentation: 'none',
};

/** Outside of this context, the element keeps the role of its tag. */
export const REQUIRED_CONTEXT: Readonly<Record<string, ReadonlySet<string>>> = {
  columnheader: words('row grid treegrid table'),
  gridcell: words('row grid treegrid table'),
  listitem: words('list'),
  menuitemcheckbox: words('group menu menubar'),
  menuitemradio: words('group menu menubar'),
  menuitem: words('group menu menubar'),
  option: words('group listbox'),
  row: words('grid rowgroup table treegrid'),
  rowgroup: words('grid table treegrid'),
  rowheader: words('row grid treegrid table'),
  tab: words('tablist'),
  treeitem: words('group tree treeitem'),
};

export const NAMED_BY_CONTENT: ReadonlySet<string> = words(`
  button cell checkbox columnheader graphics-object gridcell heading link menuitem menuitemcheckbox menuitemradio option radio
  row rowheader switch tab tooltip treeitem doc-backlink doc-biblioref doc-glossref doc-noteref doc-subtitle`);

export const CONTROL_ROLES: ReadonlySet<string> = words(`
  button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio scrollbar searchbox slider
  spinbutton switch tab textbox treeitem doc-backlink doc-biblioref doc-glossref doc-noteref`);

/** Announced when they change, so a snapshot always shows them. */
export const LIVE_ROLES: ReadonlySet<string> = words('alert alertdialog log marquee status timer');

const GLOBAL_ATTRIBUTES = `
  aria-atomic aria-braillelabel aria-brailleroledescription aria-busy aria-controls aria-current aria-describedby
  aria-description aria-details aria-dropeffect aria-flowto aria-grabbed aria-keyshortcuts aria-label aria-labelledby
  aria-live aria-owns aria-relevant aria-roledescription`;

/** An element with one of these attributes cannot be presentational. */
export const GLOBAL_ARIA_ATTRIBUTES: readonly string[] = [...words(GLOBAL_ATTRIBUTES)];

const words = (text: string) => new Set(text.trim().split(/\s+/));

export const TRANSPARENT_ROLES: ReadonlySet<string> = words(`
  caption code deletion emphasis generic insertion mark none paragraph rowgroup sectionfooter
  sectionheader strong subscript suggestion superscript time`);

export const NAMED_ONLY_ROLES: ReadonlySet<string> = words(`
  audio figure graphics-document graphics-object graphics-symbol group image math separator video`);

export const LEADING_TEXT_ROLES: ReadonlySet<string> = words(`
  blockquote cell columnheader definition gridcell heading listitem note rowheader term treeitem
  alert log status timer marquee tooltip`);

export const CELL_ROLES: ReadonlySet<string> = words('cell columnheader gridcell rowheader');

export const SINGLE_CHILD_ROLES: ReadonlySet<string> = words('article definition list listitem term');

/** Clutter when empty, even with a name. */
export const HOLLOW_ROLES: ReadonlySet<string> = words(`
  banner complementary contentinfo list main navigation region search tablist`);

/** What to take a picture of. */
export interface ScreenshotInput {
  selector?: string | undefined;
  fullPage?: boolean | undefined;
  region?: { x: number; y: number; width: number; height: number } | undefined;
  marks?: boolean | undefined;
  format?: 'png' | 'jpeg' | 'webp' | undefined;
  quality?: number | undefined;
  hide?: readonly string[] | undefined;
}

/** A picture that a model can look at. */
export interface Image {
  data: string;
  mimeType: string;
}

/** An image and its size in pixels. */
export interface Picture extends Image {
  width: number;
  height: number;
}

/** How to print a page. */
export interface PdfInput {
  format: 'A3' | 'A4' | 'A5' | 'Letter' | 'Legal' | 'Tabloid';
  landscape: boolean;
  background: boolean;
  scale: number;
  /** Such as 1-5, 8. */
  pages?: string | undefined;
  timeout: number;
  hide?: readonly string[] | undefined;
}

/** Which pictures to compare: files that the session may read, or the page as it is. */
export interface CompareInput {
  before: string;
  after?: string | undefined;
  fullPage?: boolean | undefined;
  /** How much of 255 a colour may differ and still be the same. */
  tolerance: number;
  hide?: readonly string[] | undefined;
}

/** How two pictures differ. */
export interface PictureDifference {
  different: number;
  total: number;
  box: { x: number; y: number; width: number; height: number } | null;
  sizes: { before: { width: number; height: number }; after: { width: number; height: number } };
  /** The second one, faded, with the differences in red. */
  picture: Picture;
  forModel: Picture;
}

/** Films the session from here on, or ends the film. */
export type VideoCommand = { action: 'start'; path?: string | undefined } | { action: 'stop' };

/** A film that was written. */
export interface VideoReport {
  path: string;
  size: number;
  frames: number;
  duration: number;
  note?: string;
}

export const EMULATED_PERMISSIONS = [
  'geolocation',
  'notifications',
  'camera',
  'microphone',
  'midi',
  'accelerometer',
  'gyroscope',
  'magnetometer',
  'background-sync',
  'persistent-storage',
  'screen-wake-lock',
  'idle-detection',
  'window-management',
] as const;

/** What a browser pretends to be. Settings that are left out stay as they are. */
export interface EmulationSettings {
  /** Sets the viewport, pixel ratio, touch, mobile and user agent; the other settings here win over it. */
  device?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
  pixelRatio?: number | undefined;
  mobile?: boolean | undefined;
  touch?: boolean | undefined;
  userAgent?: string | undefined;
  locale?: string | undefined;
  timezone?: string | undefined;
  latitude?: number | undefined;
  longitude?: number | undefined;
  accuracy?: number | undefined;
  permissions?: readonly (typeof EMULATED_PERMISSIONS)[number][] | undefined;
  colorScheme?: 'light' | 'dark' | undefined;
  reducedMotion?: boolean | undefined;
  forcedColors?: boolean | undefined;
  contrast?: 'more' | 'less' | undefined;
  media?: 'screen' | 'print' | undefined;
  cpuSlowdown?: number | undefined;
}

/** What to change, after everything was reset if that is asked for. */
export interface EmulationInput extends EmulationSettings {
  reset?: boolean | undefined;
}

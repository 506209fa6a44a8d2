/** The colours of the map. */
export interface Colors {
  readonly land: string;
  readonly border: string;
  readonly water: string;
  readonly river: string;
  readonly town: string;
  readonly ink: string;
  readonly soft: string;
  readonly paper: string;
  readonly accent: string;
}

/** The colours from `map.css`, which registers them as colours, so that they are resolved for the theme. */
export function colorsOf(canvas: HTMLCanvasElement): Colors {
  const style = getComputedStyle(canvas);
  const color = (name: string): string => style.getPropertyValue(`--map-${name}`);
  return {
    land: color('land'),
    border: color('border'),
    water: color('water'),
    river: color('river'),
    town: color('town'),
    ink: color('ink'),
    soft: color('soft'),
    paper: color('paper'),
    accent: color('accent'),
  };
}

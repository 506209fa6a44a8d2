import { signal } from '@preact/signals';
import type { Anchor, PhotoItem } from '../../../core/http/wire.ts';
import { DateRail } from './date-rail.ts';
import { emptyFrame, monthAtTop, sameFrame, spareHeight, type GridFrame } from './grid-frame.ts';
import type { GridSource } from './grid-source.ts';
import { labelsOf, type GridLabel } from './grid-labels.ts';
import { JustifiedLayout } from './justified-layout.ts';
import { rowMetrics, type GridView } from './row-metrics.ts';
import { locate, lookThrough, type DatedPhoto, type Position } from './locate.ts';
import { OutlineReader } from './outline-reader.ts';
import type { PhotoFilter } from './photo-filter.ts';
import { PhotoPages } from './photo-pages.ts';
import type { ReadPart } from './read-part.ts';
import { ScrollMap, type ScrollPosition } from './scroll-map.ts';
import type { ViewAnchor } from './view-anchor.ts';

/** The most photos in one response. */
const maxPerRequest = 1000;

/** A list that is higher than this many views has a rail. */
const railFrom = 1.5;

/**
 * A list of photos in rows: its outline, its visible part, and the loaded photos. It takes the scroll position and the size
 * of the view, and computes the frame to draw.
 */
export class PhotoGrid {
  readonly phase = signal<'loading' | 'ready' | 'failed'>('loading');
  readonly frame = signal(emptyFrame);
  readonly pages: PhotoPages;
  /** Incremented for every new outline. */
  readonly changed = signal(0);
  /** Called with each part that is read for the view. */
  onPart: ((part: ReadPart) => void) | null = null;
  readonly #source: GridSource;
  readonly #outline: OutlineReader;
  #months: readonly Anchor[] = [];
  #aspects: Uint8Array = new Uint8Array(0);
  #videos = 0;
  readonly #layout = signal(new JustifiedLayout([], new Uint8Array(0), rowMetrics({ width: 0, height: 0 })));
  #map = new ScrollMap(0, 0);
  #position: ScrollPosition = { physical: 0, virtual: 0 };
  #view: Required<GridView> = { width: 0, height: 0, scale: 1, text: 1 };
  /** The place that was shown last, until the user scrolls: after a new layout, the list shows it again. */
  #held: { place: ViewAnchor; virtual: number } | null = null;
  /** The photo that the view was moved to, and the scroll position after that; void after further scrolling. */
  #led = { photo: 0, virtual: NaN };
  #sought: number | null = null;
  /** The place to show when both a view and a layout exist. */
  #awaited: ViewAnchor | null = null;
  #rail = new DateRail([]);
  /** Whether the user drags along the rail: months pass quickly, and their photos are not loaded. */
  #flying = false;

  /** @param now epoch seconds */
  constructor(source: GridSource, now: () => number) {
    this.#source = source;
    this.#outline = new OutlineReader({
      outline: (stop) => source.outline(stop),
      onRead: ({ months, aspects, videos = 0 }) => {
        this.#videos = videos;
        this.#take(
          months.filter(({ count }) => count > 0),
          aspects,
        );
      },
      onFailed: () => {
        if (this.phase.value === 'loading') this.phase.value = 'failed';
      },
      now,
    });
    this.pages = new PhotoPages({
      list: (part, stop) => source.photos(part, stop),
      now,
      onReplaced: (photos) => {
        source.replaceAll?.(photos);
      },
      onRead: ({ photos, total }, offset) => {
        const ends = { isFirst: offset === 0, isLast: offset + photos.length >= total };
        this.onPart?.({ photos, ...ends, isByTime: this.#isByTime });
      },
      onOutdated: () => {
        this.#outline.readSoon();
      },
    });
  }

  /** The filter by which the server finds the photos; undefined for lists that no filter describes. */
  get filter(): PhotoFilter | undefined {
    return this.#source.filter;
  }

  get layout(): JustifiedLayout {
    return this.#layout.value;
  }

  /** The numbers of photos, and of videos among them. */
  get counts(): [number, number] {
    return [this.layout.total, this.#videos];
  }

  /** The rail, for a list in order of time that is much longer than its view; null for others. */
  get rail(): DateRail | null {
    const isLong = this.layout.height > railFrom * this.#view.height;
    return this.#isByTime && this.#rail.months.length > 1 && isLong ? this.#rail : null;
  }

  /** The months with their days, newest first; empty if the list is in another order. */
  get months(): readonly Anchor[] {
    return this.#isByTime ? this.#months : [];
  }

  /** The titles of a group that is not a month: in full, then for narrower spaces; null for months. */
  titlesOf(group: Pick<GridLabel, 'year'>): readonly string[] | null {
    return this.#source.titlesOf?.(group) ?? null;
  }

  /** The first visible photo, or the photo that the rail moved to, whose month may begin in the middle of a row. */
  get firstInView(): number {
    if (this.#led.virtual === this.#position.virtual) return this.#led.photo;
    return this.layout.indexAt(this.#position.virtual);
  }

  /** The photos from `first` up to, not including, `last`, page by page, including those that are not loaded. */
  async *read(first: number, last: number, stop: AbortSignal): AsyncGenerator<readonly PhotoItem[]> {
    for (let offset = first; offset < last; offset += maxPerRequest) {
      const limit = Math.min(maxPerRequest, last - offset);
      yield (await this.#source.photos({ offset, limit }, stop)).photos;
    }
  }

  /**
   * Reads the outline again; the view keeps its place. Called while reading, it reads once more.
   * @throws the server's error
   */
  refresh(): Promise<void> {
    return this.#outline.read();
  }

  /** To be called when the list is shown: loads what is missing. */
  look(): void {
    if (this.phase.value !== 'ready' && !this.#outline.isReading) this.refresh().catch(() => undefined);
    this.#draw();
  }

  /** To be called when the list is no longer shown: cancels its requests. */
  leave(): void {
    this.pages.show(0, 0);
    if (this.phase.value !== 'ready') this.#outline.giveUp();
  }

  /** The size of the labels' text, 1 is usual. */
  get textScale(): number {
    return this.#view.text;
  }

  /** @param scale of the photos, 1 is usual @param text the size of the labels' text, 1 is usual */
  resize(width: number, height: number, scale = this.#view.scale, text = this.#view.text): void {
    const old = this.#view;
    if (width === old.width && height === old.height && scale === old.scale && text === old.text) return;
    const place = this.place();
    const row = this.layout.metrics.row;
    this.#view = { width, height, scale, text };
    // The view stays at the same fraction of its first row: rows may have become much lower.
    const share = this.#awaited ? 1 : rowMetrics(this.#view).row / row;
    this.#layOut(place && place.dy > 0 ? { ...place, dy: Math.round(place.dy * share) } : place);
  }

  /** To be called when the browser has scrolled to `physical`. */
  scrolledTo(physical: number): void {
    this.#position = this.#map.follow(this.#position, physical);
    this.#draw();
  }

  /** To be called when scrolling has ended. */
  settle(): void {
    if (this.#flying) {
      this.#flying = false;
      this.#draw();
    }
    const settled = this.#map.settle(this.#position);
    if (settled !== this.#position) this.#moveTo(settled);
  }

  /** The anchor of the view; null at the very top, where new photos should push the others down. */
  place(): ViewAnchor | null {
    if (this.#awaited) return this.#awaited;
    const { virtual } = this.#position;
    if (virtual <= 0) return null;
    return this.#held?.virtual === virtual ? this.#held.place : this.layout.anchorAt(virtual);
  }

  /** Shows a place that `place` returned, perhaps on an earlier visit. */
  restore(place: ViewAnchor): void {
    this.#awaited = place;
    if (this.phase.value === 'ready' && this.#view.height > 0) this.#layOut(place);
  }

  /** Scrolls to a photo, with the labels above it. @param flying the next call follows soon, so photos are not loaded yet */
  showFrom(photo: number, flying = false): void {
    if (this.#view.height === 0) return;
    this.#flying = flying;
    const position = this.#map.at(photo === 0 ? 0 : this.layout.topOf(photo));
    this.#led = { photo, virtual: position.virtual };
    this.#moveTo(position);
  }

  /** Scrolls to a photo, and gives it the focus. */
  goTo(photo: number): void {
    this.#sought = photo;
    this.showFrom(photo);
  }

  /** The photo that should get the focus, returned once; null if there is none. */
  takeSought(): number | null {
    const index = this.#sought;
    this.#sought = null;
    return index;
  }

  /** Scrolls as little as needed to show a photo completely; a distant one is centred. */
  reveal(index: number): void {
    if (index < 0 || index >= this.layout.total || this.#view.height === 0) return;
    const { y: top, height } = this.layout.place(index);
    const above = this.layout.topOf(index) - this.#position.virtual;
    const below = top + height - (this.#position.virtual + this.#view.height);
    if (above >= 0 && below <= 0) return;
    const isFar = Math.max(-above, below) > this.#view.height;
    const step = isFar ? top - (this.#view.height - height) / 2 - this.#position.virtual : above < 0 ? above : below;
    this.#moveTo(this.#map.at(this.#position.virtual + step));
  }

  /** The position of a photo in the list. @throws the error of reading, also if the list is refreshed meanwhile */
  async locate(photo: DatedPhoto, stop = new AbortController().signal): Promise<Position> {
    if (this.#source.locate) return this.#source.locate(photo.uid);
    const knownIndex = this.pages.indexOf(photo.uid);
    // After a change of months, the photo there may be a stand-in until its page is read again.
    const photoThere = knownIndex === undefined ? undefined : await this.pages.load(knownIndex);
    if (knownIndex !== undefined && photoThere?.uid === photo.uid) return { index: knownIndex, found: true };
    if (!this.#isByTime) {
      return lookThrough(photo.uid, this.read(0, this.layout.total, stop));
    }
    return locate(photo, this.#months, (index) => this.pages.load(index));
  }

  #take(months: readonly Anchor[], aspects: Uint8Array): void {
    const place = this.place();
    this.pages.relayout(this.#months, months);
    this.#months = months;
    this.#rail = new DateRail(months);
    this.#aspects = aspects;
    this.phase.value = 'ready';
    this.#layOut(place);
    this.changed.value++;
  }

  #layOut(place: ViewAnchor | null): void {
    const labels = labelsOf(this.#months, this.#source.labelling);
    this.#layout.value = new JustifiedLayout(this.#months, this.#aspects, rowMetrics(this.#view), labels);
    this.#map = new ScrollMap(this.layout.height, this.#view.height);
    const ready = this.phase.value === 'ready' && this.#view.height > 0;
    this.#awaited = ready ? null : place;
    const position = this.#map.at(place && ready ? this.layout.yOf(place) : 0);
    this.#held = place && ready ? { place, virtual: position.virtual } : null;
    this.#moveTo(position);
  }

  #moveTo(position: ScrollPosition): void {
    this.#position = position;
    this.#draw({ top: position.physical, order: this.frame.value.scrollTo.order + 1 });
  }

  #draw(scrollTo = this.frame.value.scrollTo): void {
    const { virtual, physical } = this.#position;
    const { height } = this.#view;
    const spare = spareHeight(this.layout, virtual, height);
    const { first, last } = this.layout.photosBetween(virtual - spare, virtual + height + spare);
    const headings = this.layout.headingsBetween(virtual - spare, virtual + height + spare);
    const month = this.#isByTime ? this.layout.monthOf(this.firstInView) : undefined;
    const next: GridFrame = {
      elementHeight: this.#map.elementHeight,
      shift: physical - virtual,
      first,
      last,
      headings,
      ...monthAtTop(month, headings, virtual, virtual + height),
      led: this.#led.virtual === virtual ? this.#led.photo : null,
      scrollTo,
    };
    if (!sameFrame(this.frame.value, next)) this.frame.value = next;
    const nearby = this.layout.photosBetween(virtual - height, virtual + 2 * height);
    if (this.phase.value === 'ready' && height > 0 && !this.#flying) this.pages.show(nearby.first, nearby.last);
  }

  get #isByTime(): boolean {
    return this.#source.labelling === 'days' || this.#source.labelling === 'sparingly';
  }
}

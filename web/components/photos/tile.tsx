import { type JSX, Component, type ComponentClass, type FunctionComponent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PhotoItem } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { shortCaptureTime } from '../../state/format.ts';
import type { Box } from '../../state/photos/justified-layout.ts';
import { formatPlace } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';
import { placeName } from '../../strings/language.ts';
import { clock } from '../../state/viewer/video/clock.ts';
import { Icon } from '../elements/icon.tsx';
import { reasonsOf } from '../viewer/reasons.ts';
import { TileFault } from './tile-fault.tsx';
import { TileMarks } from './tile-marks.tsx';
import { useFetched } from '../hooks/fetched.ts';
import { useRetried } from '../hooks/retried.ts';
import { isPainted, paintWhenSeen } from './thumbhash.ts';

interface TileProps {
  readonly index: number;
  readonly item: PhotoItem | undefined;
  readonly box: Box;
  /** Whether its picture is loaded, or only its placeholder drawn. */
  readonly pictured: boolean;
  /** Whether it is in the tab order. */
  readonly reachable: boolean;
  readonly picked: boolean;
  /** Whether it is in the album already for which photos are picked. */
  readonly taken?: boolean;
  /** Whether it represents its stack. */
  readonly stacked?: boolean;
  /** The URL of a video that plays over its picture; null if it is still. */
  readonly moving?: string | null;
  /** Called if the video cannot be played. */
  readonly onStill?: (uid: string) => void;
}

/**
 * A photo of a list; without an item, a placeholder for a photo that is not loaded. A scrolling list renders all tiles for
 * every row, most of which do not change.
 */
export const Tile = memo(
  DrawnTile,
  (a: TileProps, b: TileProps) =>
    a.index === b.index &&
    a.item === b.item &&
    a.pictured === b.pictured &&
    a.reachable === b.reachable &&
    a.picked === b.picked &&
    a.taken === b.taken &&
    a.stacked === b.stacked &&
    a.moving === b.moving &&
    a.box.x === b.box.x &&
    a.box.y === b.box.y &&
    a.box.width === b.box.width &&
    a.box.height === b.box.height,
);

function DrawnTile(props: TileProps): JSX.Element {
  const { index, item, box, pictured, reachable, picked, taken = false, stacked, moving, onStill } = props;
  const { router } = useApp();
  const style = { left: box.x, top: box.y, width: box.width, height: box.height };
  if (!item) return <div class="tile" style={style} />;
  const stack = stacked ? item.stack : null;
  return (
    <a
      class="tile"
      style={style}
      href={formatPlace({ ...router.place.peek(), photo: item.uid })}
      aria-label={label(item, picked, taken, stack?.count)}
      title={[...(taken ? [text.album.taken] : []), ...reasonsOf(item)].join('\n') || undefined}
      tabIndex={reachable ? 0 : -1}
      data-index={index}
      data-favorite={item.favorited_by_me}
      data-kind={item.kind}
      data-picked={picked}
      data-taken={taken}
    >
      <Thumbnail key={item.uid} url={pictured ? item.thumb_url : null} hash={item.thumbhash} />
      {moving && <Moving key={moving} src={moving} onFailed={() => onStill?.(item.uid)} />}
      {item.fault && <TileFault fault={item.fault} pictured={item.thumb_url !== null} />}
      <TileMarks photo={item} taken={taken} />
      {stack && (
        <span class="stack-mark" aria-hidden="true">
          <Icon name="stack" />
          {stack.count}
        </span>
      )}
      <span class="pick" aria-hidden="true" />
    </a>
  );
}

const fetchVideo = (): Promise<typeof import('../video/passing-video.tsx')> => import('../video/passing-video.tsx');

/** Loaded with the first video that plays. */
function Moving({ src, onFailed }: { src: string; onFailed: () => void }): JSX.Element | null {
  const [part, hasFailed] = useFetched(fetchVideo);
  useEffect(() => {
    if (hasFailed) onFailed();
  }, [hasFailed]);
  return part && <part.PassingVideo src={src} muted loop onFailed={onFailed} />;
}

/** A thumbnail that fades in over its placeholder; without a painted placeholder it appears at once. */
function Thumbnail({ url, hash }: { url: string | null; hash: string | null }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [loaded, setLoaded] = useState<'not' | 'at-once' | 'gently'>('not');
  const { attempt, picture, onError } = useRetried(url);

  useLayoutEffect(() => {
    if (canvas.current && hash) return paintWhenSeen(canvas.current, hash);
    return undefined;
  }, [hash, loaded]);

  return (
    <>
      {hash && loaded === 'not' && <canvas ref={canvas} />}
      {url && (
        <img
          key={attempt}
          ref={picture}
          src={url}
          alt=""
          decoding="async"
          draggable={false}
          data-loaded={loaded !== 'not'}
          data-gently={loaded === 'gently'}
          onLoad={() => {
            setLoaded(!canvas.current || isPainted(canvas.current) ? 'gently' : 'at-once');
          }}
          onError={onError}
        />
      )}
    </>
  );
}

function label(item: PhotoItem, isPicked: boolean, isTaken: boolean, stacked: number | undefined): string {
  const description = text.photoLabel(text.kinds[item.kind], shortCaptureTime(item.taken_at_local));
  const wrong = item.fault && `${item.fault.file} ${text.viewer.faults[item.fault.kind]}`;
  const parts = [
    description,
    wrong,
    item.place && placeName(item.place),
    item.kind === 'video' && item.duration !== null && clock(item.duration),
    stacked !== undefined && text.stacks.of(stacked),
    item.favorited_by_me && text.favorite,
    isTaken && text.album.taken,
    isPicked && text.picked,
    ...reasonsOf(item),
  ];
  return parts.filter(Boolean).join(', ');
}

/** A component that only renders again if `isSame` finds its props changed, or a signal that it reads has changed. */
function memo<Props extends object>(
  Part: FunctionComponent<Props>,
  isSame: (before: Props, after: Props) => boolean,
): ComponentClass<Props> {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      return !isSame(this.props, next);
    }

    override render(): JSX.Element {
      return <Part {...this.props} />;
    }
  };
}

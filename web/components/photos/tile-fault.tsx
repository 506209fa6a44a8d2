import type { JSX } from 'preact';
import type { PhotoFault } from '../../../core/http/wire.ts';
import { text } from '../../strings/index.ts';
import '../../styles/viewer/tile-fault.css';
import { Icon } from '../elements/icon.tsx';

/**
 * What is wrong with a photo, on its tile: a mark on one that shows a part of its picture, and file and reason in place of
 * one that shows none. The tile's own label says it to those who do not see it.
 */
export function TileFault({ fault, pictured }: { fault: PhotoFault; pictured: boolean }): JSX.Element {
  return (
    <span class="tile-fault" data-pictured={pictured} title={text.viewer.faults[fault.kind]} aria-hidden="true">
      <Icon name="broken" />
      {!pictured && (
        <>
          <bdi>{fault.file}</bdi> <small>{text.viewer.faults[fault.kind]}</small>
        </>
      )}
    </span>
  );
}

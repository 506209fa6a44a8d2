import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/share.css';
import { render } from 'preact';
import { SharePage } from './page.tsx';
import { SharedAlbum } from './shared-album.ts';

const element = document.getElementById('app');
if (element) render(<SharePage album={new SharedAlbum(location.pathname)} />, element);

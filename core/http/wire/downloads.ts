/** A download that a browser can fetch without a token. */
export interface DownloadTicket {
  /** Opens the download once, without a token. */
  url: string;
  /** Seconds for which the URL is valid. */
  expires_in: number;
  /** The name of the archive. */
  name: string;
  /** The number of photos, and the size of their originals as announced by the photo store. */
  count: number;
  bytes: number;
}

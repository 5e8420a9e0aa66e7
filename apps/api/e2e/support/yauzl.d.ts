declare module 'yauzl' {
  interface Entry {
    readonly fileName: string;
  }
  interface ZipFile {
    openReadStreamPromise(entry: Entry): Promise<NodeJS.ReadableStream>;
    eachEntry(): AsyncIterable<Entry>;
  }
  export function fromBufferPromise(bytes: Buffer): Promise<ZipFile>;
}

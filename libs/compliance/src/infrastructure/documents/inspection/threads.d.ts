/** The URL of a bundle that a worker thread runs. See tools/build.mjs. */
declare module '*?thread' {
  const url: URL;
  export default url;
}

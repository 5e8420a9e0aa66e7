/** How swc compiles TypeScript: with decorator metadata, which esbuild does not emit. */
export const SWC = {
  configFile: false,
  swcrc: false,
  jsc: {
    target: 'es2022',
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
};

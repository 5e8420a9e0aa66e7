// Loads oidc-provider without its warning of Node 20: a process writes nothing but JSON lines, and our tests run on Node 20
// and 24.
const { warn } = console;
console.warn = (text: unknown) => {
  if (!String(text).includes('Unsupported runtime')) warn(text);
};
const library = await import('oidc-provider').finally(() => {
  console.warn = warn;
});

export const { default: Provider, errors, interactionPolicy, ExternalSigningKey } = library;
export type Provider = InstanceType<typeof Provider>;

import './start/styles.css';
import '@fontsource-variable/inter/index.css';
import './start/tokens.css';
import './start/app.css';
import './start/controls.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './router/router';
import { queries } from './session/client';
import { listenEarly } from './start/early-search';
import { cssVariables, theme } from './start/theme';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// The scroll lock of dialogs reads the nonce of its style from this variable.
Object.assign(globalThis, { __webpack_nonce__: nonce });
const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id root.');
listenEarly(root);
const draw = (): void =>
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
// The lines of index.html stay until there is a page to draw in their place. A failure is drawn too.
void router.load().finally(draw);

import { Anchor, Button, createTheme, type CSSVariablesResolver, Grid, type MantineColorsTuple } from '@mantine/core';
import { ButtonRoot } from './button-root';

/** Ten shades from light to dark, without `#`. Made in OKLCH and rounded to sRGB. */
const ramp = (shades: string): MantineColorsTuple =>
  shades.split(' ').map((shade) => `#${shade}`) as unknown as MantineColorsTuple;

/** What Mantine's own components are drawn with. Pages use the roles of tokens.css, never a shade. */
export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: 6,
  colors: {
    petrol: ramp('e9f8fe cdeefa a1ddf3 69c6e4 36aacd 008eb0 007a99 006783 005166 003c4d'),
    gray: ramp('f8fafc f1f5f7 e6ecf0 dae1e6 c4ced4 92a1ab 73838d 566671 384752 142027'),
    dark: ramp('e3e9ed b6bfc6 95a0a8 697780 3c4a53 26323a 1a242b 0f181e 0a1217 050b0f'),
    red: ramp('fff2f0 ffe1dd ffc2ba ff958a f86b60 eb4942 d73431 b62926 901e1c 651815'),
  },
  white: '#fff',
  black: '#142027',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '0.9375rem', xl: '1.375rem' },
  lineHeights: { xs: '1.333', sm: '1.54', md: '1.43', lg: '1.33', xl: '1.27' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.27', fontWeight: '620' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.33' },
      h3: { fontSize: '0.8125rem', lineHeight: '1.54' },
    },
  },
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '12px', xl: '999px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '40px' },
  shadows: { xs: 'var(--shadow-1)', sm: 'var(--shadow-1)', md: 'var(--shadow-2)' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  autoContrast: true,
  components: {
    Anchor: Anchor.extend({ defaultProps: { underline: 'always' } }),
    Button: Button.extend({ defaultProps: { component: ButtonRoot } }),
    Grid: Grid.extend({ defaultProps: { gap: 'xl' } }),
  },
});

/** Mantine's colours by role, the same in both schemes: each role changes with the scheme itself. */
const ROLES = {
  '--mantine-color-body': 'var(--bg)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-2)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-error': 'var(--bad-text)',
  '--mantine-color-default': 'var(--raised)',
  '--mantine-color-default-hover': 'var(--panel)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--rule)',
  '--mantine-color-disabled': 'var(--panel-2)',
  '--mantine-color-disabled-color': 'var(--text-3)',
  '--mantine-color-disabled-border': 'var(--hair)',
  '--mantine-color-petrol-text': 'var(--accent-text)',
  '--mantine-color-petrol-filled': 'var(--accent)',
  '--mantine-color-petrol-filled-hover': 'var(--accent-hover)',
  '--mantine-color-petrol-light': 'var(--accent-tint)',
  '--mantine-color-petrol-light-hover': 'var(--accent-tint-2)',
  '--mantine-color-petrol-light-color': 'var(--accent-text)',
};

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: ROLES, dark: ROLES });

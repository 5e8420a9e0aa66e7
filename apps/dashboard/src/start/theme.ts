import { Alert, Anchor, createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const ink: MantineColorsTuple = [
  '#eef0ff',
  '#dcdffb',
  '#b6bbf0',
  '#8d95e6',
  '#6b74dd',
  '#555fd8',
  '#4a55d6',
  '#3b45be',
  '#333dab',
  '#283497',
];

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 5 },
  colors: { ink },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.375rem', lineHeight: '1.3' }, h2: { fontSize: '1rem', lineHeight: '1.4' } },
  },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  autoContrast: true,
  components: {
    Anchor: Anchor.extend({ defaultProps: { underline: 'always' } }),
    Alert: Alert.extend({ classNames: { root: 'alert', title: 'alert-title' } }),
  },
});

/** Mantine's dimmed, placeholder, error and anchor colours have less than the contrast of 4.5:1 that WCAG 1.4.3 asks for. */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[7],
    '--mantine-color-error': colors.red[9],
  },
  dark: {
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': colors.dark[1],
    '--mantine-color-error': colors.red[4],
    '--mantine-color-anchor': colors['ink']?.[2] ?? '',
    // Mantine's are opaque, and too heavy for a selected entry or the area of a chart.
    '--mantine-color-ink-light': `color-mix(in srgb, ${colors['ink']?.[4] ?? ''} 20%, transparent)`,
    '--mantine-color-ink-light-hover': `color-mix(in srgb, ${colors['ink']?.[4] ?? ''} 28%, transparent)`,
  },
});

import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Native = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style' | 'color'> & { ref?: Ref<HTMLAnchorElement> };

// Mantine's polymorphic components would lose their own properties in createLink's types.
export const TextLink = createLink((props: AnchorProps & Native) => <Anchor fz="sm" {...props} />);
export const ButtonLink = createLink((props: ButtonProps & Native) => <Button component="a" {...props} />);

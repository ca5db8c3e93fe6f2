import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import { forwardRef, type ComponentPropsWithoutRef } from 'react'

type NativeAnchor = Omit<ComponentPropsWithoutRef<'a'>, keyof AnchorProps | 'style'>

/** A link within the application: `to`, `params` and `search` are checked against the routes. */
export const LinkAnchor = createLink(
  forwardRef<HTMLAnchorElement, AnchorProps & NativeAnchor>(function LinkAnchor(props, ref) {
    return <Anchor ref={ref} {...props} />
  }),
)

type NativeButton = Omit<ComponentPropsWithoutRef<'a'>, keyof ButtonProps | 'style'>

/** A link with the appearance of a button, for navigation without side effects. */
export const LinkButton = createLink(
  forwardRef<HTMLAnchorElement, ButtonProps & NativeButton>(function LinkButton(props, ref) {
    return <Button component="a" ref={ref} {...props} />
  }),
)

import type { Viewer } from '../../create-viewer.js';
import type { PermissionRequest } from '../../viewer-state.js';
import { element } from '../element.js';
import { panel } from './panel.js';

/** A page that asks for a power, such as to know the location. */
export function permissionPanel(viewer: Viewer, { name, origin }: PermissionRequest, canAnswer: boolean): HTMLElement {
  return panel({
    role: 'dialog',
    title: 'Permission',
    body: [element('p', { class: 'message' }, `${origin} asks for: ${name}`)],
    accept: 'Allow',
    decline: 'Block',
    canAnswer,
    onAnswer: (granted) => viewer.answerPermission(granted),
  });
}

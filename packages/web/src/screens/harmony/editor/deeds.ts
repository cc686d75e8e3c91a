import { toast } from 'sonner';
import type { Link, Point } from '../../../graph/graph.ts';
import { layOut } from '../../../graph/lay-out.ts';
import { MOST_SINGLE } from '../../../graph/limits.ts';
import { arranged, placed } from '../edit/arrange.ts';
import { connect } from '../edit/connect.ts';
import { paste, pieceOf, readPiece } from '../edit/copy.ts';
import { edgeKeys } from '../edit/edges.ts';
import { addNode, freshId, idsOf, removeChosen } from '../edit/flow-edits.ts';
import { nodeFrom, type PaletteEntry } from '../edit/new-node.ts';
import type { Editor } from './use-editor.ts';

/** What keys, buttons and the pointer do to the flow that is drawn. */

/** The editor as it is when something that took a while is done. */
interface Latest {
  readonly current: Editor;
}

export function addFromPalette(editor: Editor, entry: PaletteEntry, at: Point): void {
  const id = freshId(idsOf(editor.flow), entry.base);
  editor.changeFlow(addNode(editor.flow, nodeFrom(entry, id, at)));
  editor.choose(new Set([id]));
}

export function removeChosenNodes(editor: Editor): void {
  editor.changeFlow(removeChosen(editor.flow, editor.chosen));
  editor.choose(new Set());
}

export function duplicateChosen(editor: Editor): void {
  const piece = pieceOf(editor.flow, editor.chosen);
  if (piece.nodes.length === 0) return;
  const { flow, ids } = paste(editor.flow, piece);
  editor.changeFlow(flow);
  editor.choose(new Set(ids));
}

/** What was copied here or elsewhere. What has no places gets some before it is put down. */
export async function pasteText(latest: Latest, text: string, at: Point): Promise<void> {
  const piece = readPiece(text);
  if (piece === null || piece.nodes.length === 0) return;
  const large = latest.current.flow.nodes.length + piece.nodes.length > MOST_SINGLE;
  const ready = large ? piece : await placed(piece, layOut);
  const editor = latest.current;
  const { flow, ids } = paste(editor.flow, ready, at);
  editor.changeFlow(flow);
  editor.choose(new Set(ids));
}

/** Refusals are told; a new edge is chosen, so that more can be said about it. */
export function connectNodes(editor: Editor, link: Link): void {
  const connected = connect(editor.flow, link);
  if (!connected.ok) {
    toast.error(connected.reason);
    return;
  }
  editor.changeFlow(connected.flow);
  const key = edgeKeys(connected.flow.edges).at(-1);
  if (key !== undefined) editor.choose(new Set([key]));
}

export async function arrangeNodes(latest: Latest): Promise<void> {
  const { flow } = latest.current;
  const tidy = await arranged(flow, layOut);
  // Somebody who went on drawing meanwhile has something else now.
  if (latest.current.flow === flow) latest.current.changeFlow(tidy);
}

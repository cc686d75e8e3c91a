import { ReactFlow } from '@xyflow/react';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import '@xyflow/react/dist/style.css';
import './graph.css';

/**
 * A graph drawn by React Flow as its documentation begins: all of it, in places it is told. What the
 * Harmony Board, which is built on the same library, is held against. Drawn when `drawFlow` is called.
 */
const root = createRoot(document.querySelector('#root'));

globalThis.drawFlow = ({ nodes, edges }, abreast) =>
  root.render(
    createElement(ReactFlow, {
      defaultNodes: nodes.map(({ id }, at) => ({
        id,
        data: { label: id },
        position: { x: Math.floor(at / abreast) * 260, y: (at % abreast) * 90 },
      })),
      defaultEdges: edges.map(({ from, to }) => ({ id: `${from}-${to}`, source: from, target: to })),
      fitView: true,
      minZoom: 0.01,
      nodesDraggable: false, // what is dragged is the canvas
    }),
  );

# packages: networkx
import networkx as nx

g = nx.Graph()
g.add_weighted_edges_from([("a", "b", 1), ("b", "c", 2), ("a", "c", 5)])
assert nx.shortest_path(g, "a", "c", weight="weight") == ["a", "b", "c"]
assert nx.dijkstra_path_length(g, "a", "c") == 3
assert sorted(nx.connected_components(nx.path_graph(3)), key=len) == [{0, 1, 2}]
assert list(nx.topological_sort(nx.DiGraph([(1, 2), (2, 3)]))) == [1, 2, 3]
assert nx.is_tree(nx.minimum_spanning_tree(g))
print(nx.degree_centrality(g))
print(sorted(nx.complete_graph(4).edges))

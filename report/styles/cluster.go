package styles

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"ringer/env"
)

const (
	// nulls is the number of references, of which a finding must beat all:
	// at most one of 40 studies of one style finds another.
	nulls = 39
	// components is the largest number of directions in which styles may differ.
	components = 4
	// mostStyles is the largest number of clusters that is tried.
	mostStyles = 6
	// sampled is the largest number of points whose silhouette is taken.
	sampled = 400
	// Clear is the least mean silhouette of groups that are told apart: under it, there is
	// "no substantial structure" (Kaufman and Rousseeuw, "Finding Groups in Data", 1990,
	// table 4).
	Clear = 0.26
)

// directions are the principal components of scaled vectors.
type directions struct {
	scale  []float64
	mean   []float64
	axes   *mat.Dense // [feature][component]
	spread []float64  // variances, the largest first
}

// principal returns the principal components of rows.
func principal(rows [][]float64, by []float64) *directions {
	width := len(by)
	d := &directions{scale: by, mean: make([]float64, width)}
	for _, r := range rows {
		for c, x := range r {
			d.mean[c] += x / by[c] / float64(len(rows))
		}
	}
	cov := mat.NewSymDense(width, nil)
	for _, r := range rows {
		for a := range r {
			xa := r[a]/by[a] - d.mean[a]
			if xa == 0 {
				continue
			}
			for b := a; b < width; b++ {
				cov.SetSym(a, b, cov.At(a, b)+xa*(r[b]/by[b]-d.mean[b])/float64(len(rows)))
			}
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(cov, true) {
		return nil
	}
	values := eigen.Values(nil)
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	n := min(components, width)
	d.axes = mat.NewDense(width, n, nil)
	for k := range n {
		column := width - 1 - k
		d.spread = append(d.spread, max(0, values[column]))
		// The sign of an axis has no meaning: make its largest loading positive.
		largest := 0.
		for f := range width {
			if x := vectors.At(f, column); math.Abs(x) > math.Abs(largest)+1e-9 {
				largest = x
			}
		}
		for f := range width {
			d.axes.Set(f, k, vectors.At(f, column)*math.Copysign(1, largest))
		}
	}
	return d
}

// project returns the coordinates of rows in the first n directions.
func (d *directions) project(rows [][]float64, n int) [][]float64 {
	out := make([][]float64, len(rows))
	for i, r := range rows {
		out[i] = make([]float64, n)
		for c, x := range r {
			if y := x/d.scale[c] - d.mean[c]; y != 0 {
				for k := range n {
					out[i][k] += y * d.axes.At(c, k)
				}
			}
		}
	}
	return out
}

func distance(a, b []float64) (sum float64) {
	for i, x := range a {
		sum += (x - b[i]) * (x - b[i])
	}
	return sum
}

// nearest returns the index of the nearest centre.
func nearest(p []float64, centres [][]float64) (best int) {
	least := math.Inf(1)
	for k, c := range centres {
		if d := distance(p, c); d < least {
			best, least = k, d
		}
	}
	return best
}

// kmeans returns the best of several runs of Lloyd's algorithm from centres drawn as
// k-means++ does (Arthur and Vassilvitskii, "k-means++: The Advantages of Careful Seeding",
// 2007).
func kmeans(points [][]float64, k int, rng env.Rand) (centres [][]float64) {
	const runs, rounds = 6, 40
	least := math.Inf(1)
	for range runs {
		now := seedCentres(points, k, rng)
		of := make([]int, len(points))
		for range rounds {
			moved := false
			for i, p := range points {
				if n := nearest(p, now); n != of[i] {
					of[i], moved = n, true
				}
			}
			recentre(points, of, now)
			if !moved {
				break
			}
		}
		sum := 0.
		for i, p := range points {
			sum += distance(p, now[of[i]])
		}
		if sum < least {
			least, centres = sum, now
		}
	}
	return centres
}

func seedCentres(points [][]float64, k int, rng env.Rand) [][]float64 {
	centres := [][]float64{slices.Clone(points[rng.IntN(len(points))])}
	far := make([]float64, len(points))
	for len(centres) < k {
		sum := 0.
		for i, p := range points {
			far[i] = distance(p, centres[nearest(p, centres)])
			sum += far[i]
		}
		u, at := rng.Float64()*sum, 0
		for at < len(points)-1 && u >= far[at] {
			u -= far[at]
			at++
		}
		centres = append(centres, slices.Clone(points[at]))
	}
	return centres
}

// recentre moves every centre to the mean of its points; one without points stays.
func recentre(points [][]float64, of []int, centres [][]float64) {
	n := make([]float64, len(centres))
	sums := make([][]float64, len(centres))
	for k := range sums {
		sums[k] = make([]float64, len(points[0]))
	}
	for i, p := range points {
		n[of[i]]++
		for c, x := range p {
			sums[of[i]][c] += x
		}
	}
	for k := range centres {
		for c := range centres[k] {
			if n[k] > 0 {
				centres[k][c] = sums[k][c] / n[k]
			}
		}
	}
}

// silhouette returns the mean silhouette of points (Rousseeuw, "Silhouettes: a graphical aid
// to the interpretation and validation of cluster analysis", 1987): near 1 where points lie
// much nearer to their own cluster than to any other, 0 where both are as near.
func silhouette(points, centres [][]float64) float64 {
	of := make([]int, len(points))
	size := make([]int, len(centres))
	for i, p := range points {
		of[i] = nearest(p, centres)
		size[of[i]]++
	}
	total := 0.
	sums := make([]float64, len(centres))
	for i, p := range points {
		if size[of[i]] < 2 {
			continue
		}
		clear(sums)
		for k, other := range points {
			sums[of[k]] += math.Sqrt(distance(p, other))
		}
		own, next := sums[of[i]]/float64(size[of[i]]-1), math.Inf(1)
		for k, s := range sums {
			if k != of[i] && size[k] > 0 {
				next = min(next, s/float64(size[k]))
			}
		}
		if m := max(own, next); m > 0 && !math.IsInf(next, 1) {
			total += (next - own) / m
		}
	}
	return total / float64(len(points))
}

// split returns the centres with the largest silhouette, of 2 to mostStyles clusters. No
// cluster has less than a fiftieth of the points.
func split(points [][]float64, rng env.Rand) (centres [][]float64, width float64) {
	few := points
	if len(few) > sampled {
		few = slices.Clone(points)
		rng.Shuffle(len(few), func(a, b int) { few[a], few[b] = few[b], few[a] })
		few = few[:sampled]
	}
	width = math.Inf(-1)
	for k := 2; k <= mostStyles && k < len(few); k++ {
		c := kmeans(few, k, rng)
		size := make([]int, k)
		for _, p := range few {
			size[nearest(p, c)]++
		}
		if slices.Min(size) < len(few)/50 {
			continue
		}
		if s := silhouette(few, c); s > width {
			centres, width = c, s
		}
	}
	return centres, width
}

// stretch gives the coordinates of points these variances.
func stretch(points [][]float64, variances []float64) {
	by := scale(points, len(points[0]))
	for _, p := range points {
		for c := range p {
			p[c] *= math.Sqrt(variances[c]) / by[c]
		}
	}
}
